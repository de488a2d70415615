#!/usr/bin/python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""speech.py OUT.wav [--seconds 35] [--talker N]: spoken prompts (Debian's asterisk-core-sounds-en-wav) one after
another, with the pauses people make, as 8 kHz mono 16-bit PCM. Talkers say different things, each always the same."""
import argparse
import pathlib
import sys
import wave

SOUNDS = pathlib.Path("/usr/share/asterisk/sounds")
RATE = 8000
PAUSE_S = 0.7


def read_pcm(path: pathlib.Path) -> bytes:
    with wave.open(str(path)) as prompt:
        if prompt.getparams()[:3] != (1, 2, RATE):
            return b""
        return prompt.readframes(prompt.getnframes())


def prompts():
    """Whole sentences only: tones and single digits are shorter."""
    for path in sorted(SOUNDS.glob("en*/*.wav")):
        pcm = read_pcm(path)
        if len(pcm) >= 2 * RATE * 2:
            yield pcm


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("--seconds", type=float, default=35)
    parser.add_argument("--talker", type=int, default=0)
    args = parser.parse_args()
    everything = list(prompts())
    if not everything:
        print(f"speech.py: no recordings under {SOUNDS}, expected the package asterisk-core-sounds-en-wav",
              file=sys.stderr)
        return 3
    pause = bytes(2 * int(PAUSE_S * RATE))
    speech, index = b"", args.talker * 17
    while len(speech) < 2 * RATE * args.seconds:
        speech += everything[index % len(everything)] + pause
        index += 1
    with wave.open(args.out, "wb") as out:
        out.setparams((1, 2, RATE, 0, "NONE", "not compressed"))
        out.writeframes(speech)
    return 0


if __name__ == "__main__":
    sys.exit(main())
