/** Phrases and examples of the yard in the help of commands and in the reference, by what they stand for. */
export const yardPhrases = {
  /** The parts of a plan that `explain` prints between the types and the fields. */
  explainedParts: 'offices',
  /** An example of `explain` with the yard's options, and its meaning. */
  explainExample: [
    'slipway explain --type service --placement modal --selected-office poole',
    'Shows the recipient of an enquiry from a modal.',
  ],
  /** Ids of the content that test enquiries contain. */
  sentIds: 'office ids',
  /** A result of rules that no JSON Schema expresses. */
  ruleResult: 'offered offices',
  /** The lists of the content that exist without `lists.json`. */
  lists: 'offices, yacht models and events',
  /** The value of `ui:steps`. */
  steps: '[{"name": "boat", "fields": ["boat_make"]}]',
  /** The fact of a value inside an object. */
  innerValue: 'values.boat.make',
  /** Facts in the examples of operators: one of a flag and one of a text. */
  flagFact: 'site.isInternational',
  textFact: 'page.eventTitle',
} as const;

/** The time at which facts of the stages about offices are known. */
export const yardStages = {
  office: 'in `eligible` and `offer`',
  anyEligible: 'once offices are eligible',
  anyOffered: 'once offices are offered',
} as const;
