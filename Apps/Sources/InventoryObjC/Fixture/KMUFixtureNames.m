#import "KMUFixtureNames.h"

#define COUNT(array) (int64_t)(sizeof(array) / sizeof *(array))

static const KMUKind kinds[] = {
  {@"ThinkPad T440s", @"TP", @"Notebook, 14 inches, 8 GB"},
  {@"ThinkPad X240", @"TP", @"Notebook, 12.5 inches, 8 GB"},
  {@"MacBook Pro 13", @"MB", @"Notebook, 13 inches, 16 GB"},
  {@"MacBook Air 11", @"MB", @"Notebook, 11 inches, 8 GB"},
  {@"Latitude E7440", @"LA", @"Notebook, 14 inches, 8 GB"},
  {@"Surface Pro 3", @"SP", @"Tablet with pen and keyboard"},
  {@"iPad Air 2", @"IP", @"Tablet, 64 GB"},
  {@"iPad mini 3", @"IP", @"Tablet, 16 GB"},
  {@"Galaxy Tab S 10.5", @"GT", @"Tablet, 16 GB"},
  {@"Nexus 9", @"NX", @"Tablet for tests, 32 GB"},
  {@"iPhone 6", @"PH", @"Telephone for tests, 64 GB"},
  {@"Lumia 930", @"PH", @"Telephone for tests, 32 GB"},
  {@"EOS 70D", @"CA", @"Camera with 18-135 mm lens and bag"},
  {@"Coolpix P610", @"CA", @"Camera, 16 MP, two batteries"},
  {@"Legria HF R606", @"CA", @"Camcorder with tripod"},
  {@"EB-X31 Projector", @"PR", @"Projector, 3,200 lumens, VGA cable"},
  {@"PJ-M1 Pocket Projector", @"PR", @"Projector for the pocket"},
  {@"UltraSharp U2415", @"MO", @"Monitor, 24 inches"},
  {@"Laser Pointer R400", @"PT", @"Pointer with USB receiver"},
  {@"Jabra Speak 510", @"AU", @"Conference speaker with bag"},
  {@"Zoom H4n Recorder", @"AU", @"Sound recorder with windscreen"},
  {@"Oscilloscope DS1054Z", @"OS", @"Four channels, 50 MHz"},
  {@"Multimeter 87V", @"MM", @"Multimeter with test leads"},
  {@"Label Printer QL-570", @"LP", @"Prints the QR codes"},
};

static NSString *const comments[] = {
  @"", @"For the lecture", @"Customer visit", @"Home office", @"Trade fair", @"Field test",
  @"Replacement while mine is repaired", @"Photographs for the brochure",
};

static NSString *const firstNames[] = {
  @"alice", @"bob", @"carol", @"dave", @"erin", @"frank", @"grace", @"heidi", @"ivan", @"judy",
  @"kurt", @"laura", @"mallory", @"niaj", @"olivia", @"peggy", @"quentin", @"rupert", @"sybil",
  @"trent", @"ursula", @"victor", @"walter", @"xenia", @"yves", @"zoe",
};

NSString *const KMUFixturePasswordHash =
  @"$argon2id$v=19$m=19456,t=2,p=1$0KPQSK76TuJnTpXDbcqOQA$"
  @"2w7aHxNaLSED2n81Xkr0YpuhU2aclOmCir916nyQmdQ";

const KMUKind *KMUPickKind(SplitMix64 *random) { return &kinds[SplitMix64Below(random, COUNT(kinds))]; }

NSString *KMUPickComment(SplitMix64 *random) {
  return comments[SplitMix64Below(random, COUNT(comments))];
}

NSString *KMUUserName(int64_t index) {
  int64_t round = index / COUNT(firstNames);
  NSString *name = firstNames[index % COUNT(firstNames)];
  return round ? [NSString stringWithFormat:@"%@%lld", name, (long long)(round + 1)] : name;
}

NSString *KMUPickLocation(SplitMix64 *random) {
  char building = "ABCD"[SplitMix64Below(random, 4)];
  int floor = (int)SplitMix64Below(random, 5);
  int room = (int)SplitMix64Below(random, 30) + 1;
  return [NSString stringWithFormat:@"Building %c, Room %d%02d", building, floor, room];
}

NSString *KMUSerialNumber(int64_t number, const KMUKind *kind, SplitMix64 *random) {
  // Crockford's letters for numbers, without those that are taken for others.
  static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  uint64_t bits = SplitMix64Next(random);
  char middle[5] = "";
  for (int i = 0; i < 4; i++, bits >>= 5) middle[i] = letters[bits & 31];
  return [NSString stringWithFormat:@"%@-%s-%lld", kind->prefix, middle, (long long)number];
}
