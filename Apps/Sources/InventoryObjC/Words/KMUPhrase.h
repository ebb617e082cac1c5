#import <Foundation/Foundation.h>

#import "KMUDeviceFilter.h"

@class KMUDevice;

// The languages the app speaks.
typedef enum { KMUEnglish, KMUGerman, KMULanguages } KMULanguage;

// All that the app says other than refusals: the catalogue of its strings. The states of the menu are in
// the order of KMUFilterState, from KMUPhraseStates on.
typedef enum {
  KMUPhraseLoggedIn, KMUPhraseLent, KMUPhraseReturned, KMUPhraseAdded,
  KMUPhraseAvailable, KMUPhraseLentBy, KMUPhraseTakenOutBy, KMUPhraseLocation, KMUPhraseSerialNumber,
  KMUPhraseUnit, KMUPhraseDescription, KMUPhraseComment,
  KMUPhraseStates, KMUPhraseByOrganization = KMUPhraseStates + KMUFilterStates, KMUPhraseAllUnits,
  KMUPhrases,
} KMUPhrase;

// A phrase in a language.
NSString *KMUTextOf(KMUPhrase phrase, KMULanguage language);

// What a device's detail page says, line by line: the name, who has it, where it is, its serial number and
// unit. Lines without anything to say are left out.
NSArray *KMULinesOf(KMUDevice *device, KMULanguage language);

// The entries of the list's menu: all, mine, available, not available.
NSArray *KMUMenuStates(KMULanguage language);
// Below them the units, KMUUnit, by name: first all of them.
NSArray *KMUMenuUnits(NSArray *units, KMULanguage language);
