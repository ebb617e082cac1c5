#import "KMUPhrase.h"

#import "KMUDevice.h"
#import "KMULoan.h"
#import "KMUUnit.h"

// Where a phrase is about something, %@ stands for it.
static NSString *const texts[KMUPhrases][KMULanguages] = {
  [KMUPhraseLoggedIn] = {@"Login successful", @"Login erfolgreich"},
  [KMUPhraseLent] = {@"The device was borrowed successfully.",
                     @"Gegenstand wurde erfolgreich ausgeliehen."},
  [KMUPhraseReturned] = {@"The device was returned successfully.",
                         @"Gegenstand wurde erfolgreich zurückgegeben."},
  [KMUPhraseAdded] = {@"The device was added successfully.",
                      @"Gegenstand wurde erfolgreich hinzugefügt."},
  [KMUPhraseAvailable] = {@"Available", @"Verfügbar"},
  [KMUPhraseLentBy] = {@"Lent by %@", @"Ausgeliehen von %@"},
  [KMUPhraseTakenOutBy] = {@"Taken out by %@", @"Abgeholt von %@"},
  [KMUPhraseLocation] = {@"Location: %@", @"Standort: %@"},
  [KMUPhraseSerialNumber] = {@"Serial number: %@", @"Seriennummer: %@"},
  [KMUPhraseUnit] = {@"Organization unit: %@", @"Abteilung: %@"},
  [KMUPhraseDescription] = {@"Description: %@", @"Beschreibung: %@"},
  [KMUPhraseComment] = {@"Comment: %@", @"Kommentar: %@"},
  [KMUPhraseStates + KMUFilterAll] = {@"All products", @"Alle Produkte"},
  [KMUPhraseStates + KMUFilterMine] = {@"Products borrowed by me", @"Von mir ausgeliehene Produkte"},
  [KMUPhraseStates + KMUFilterAvailable] = {@"Available products", @"Verfügbare Produkte"},
  [KMUPhraseStates + KMUFilterNotAvailable] = {@"Not available products",
                                               @"Nicht verfügbare Produkte"},
  [KMUPhraseByOrganization] = {@"By organization", @"Nach Organisation"},
  [KMUPhraseAllUnits] = {@"All", @"Alle"},
};

NSString *KMUTextOf(KMUPhrase phrase, KMULanguage language) { return texts[phrase][language]; }

// Adds a phrase about something.
static void add(NSMutableArray *lines, KMUPhrase phrase, NSString *about, KMULanguage language) {
  [lines addObject:[NSString stringWithFormat:texts[phrase][language], about]];
}

NSArray *KMULinesOf(KMUDevice *device, KMULanguage language) {
  NSMutableArray *lines = [NSMutableArray arrayWithObject:device.line.name];
  KMULoan *loan = device.loan;
  if (loan) {
    add(lines, KMUPhraseLentBy, loan.borrower, language);
    if (![loan.lentBy isEqual:loan.borrower]) add(lines, KMUPhraseTakenOutBy, loan.lentBy, language);
  } else {
    [lines addObject:texts[KMUPhraseAvailable][language]];
  }
  add(lines, KMUPhraseLocation, device.line.location, language);
  add(lines, KMUPhraseSerialNumber, device.line.serialNumber, language);
  add(lines, KMUPhraseUnit, device.unit.name, language);
  if ([device.details length]) add(lines, KMUPhraseDescription, device.details, language);
  if ([loan.comment length]) add(lines, KMUPhraseComment, loan.comment, language);
  return lines;
}

NSArray *KMUMenuStates(KMULanguage language) {
  NSMutableArray *states = [NSMutableArray array];
  for (int state = 0; state < KMUFilterStates; state++) {
    [states addObject:texts[KMUPhraseStates + state][language]];
  }
  return states;
}

NSArray *KMUMenuUnits(NSArray *units, KMULanguage language) {
  NSMutableArray *names = [NSMutableArray arrayWithObject:texts[KMUPhraseAllUnits][language]];
  for (KMUUnit *unit in units) [names addObject:unit.name];
  return names;
}
