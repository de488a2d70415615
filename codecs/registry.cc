// SPDX-License-Identifier: AGPL-3.0-or-later
#include <array>

#include "codecs/codec.h"
#include "codecs/g729.h"
#include "codecs/pcma.h"
#include "codecs/pcmu.h"
#include "codecs/sized.h"

namespace ptimed {
namespace {

const auto& all_codecs() {
  static const SizedCodec sized_pcmu("sized:pcmu", pcmu_codec(), /*fill=*/0xff);
  static const SizedCodec sized_g729("sized:g729", g729_codec(), /*fill=*/0);
  static const std::array<const Codec*, 5> codecs{&pcmu_codec(), &pcma_codec(), &g729_codec(),
                                                  &sized_pcmu, &sized_g729};
  return codecs;
}

}  // namespace

const Codec* find_codec(std::string_view name) {
  for (const Codec* codec : all_codecs())
    if (codec->traits().name == name) return codec;
  return nullptr;
}

std::vector<std::string> codec_names() {
  std::vector<std::string> names;
  for (const Codec* codec : all_codecs()) names.emplace_back(codec->traits().name);
  return names;
}

}  // namespace ptimed
