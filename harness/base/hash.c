#include "base/hash.h"

#include <stdio.h>
#include <string.h>

static const Hash prime = ((Hash)1 << 88) + 0x13b;

Hash HashBegin(void) { return ((Hash)0x6c62272e07bb0142ULL << 64) + 0x62b821756295c58dULL; }

void HashText(Hash *hash, const char *text) {
  const unsigned char *at = (const unsigned char *)text;
  do
    *hash = (*hash ^ *at) * prime;
  while (*at++);
}

int HashFile(Hash *hash, const char *path) {
  FILE *stream = fopen(path, "rb");
  uint64_t block[1 << 12];
  size_t length;
  if (!stream)
    return 1;
  while ((length = fread(block, 1, sizeof(block), stream)) > 0) {
    memset((char *)block + length, 0, (sizeof(block) - length) % sizeof(*block));
    for (size_t i = 0; i < (length + sizeof(*block) - 1) / sizeof(*block); i++)
      *hash = (*hash ^ block[i]) * prime;
    *hash = (*hash ^ length) * prime; /* zeros at the end are not what fills a word */
  }
  (void)fclose(stream);
  return 0;
}

void HashPrint(Hash hash, char digits[HASH_DIGITS + 1]) {
  (void)snprintf(digits, HASH_DIGITS + 1, "%016llx%016llx", (unsigned long long)(hash >> 64),
                 (unsigned long long)hash);
}

void HashTexts(const char *const texts[], char digits[HASH_DIGITS + 1]) {
  Hash hash = HashBegin();
  for (; *texts; texts++)
    HashText(&hash, *texts);
  HashPrint(hash, digits);
}

uint64_t HashShort(const char *text, size_t length) {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3ULL;
  return hash;
}
