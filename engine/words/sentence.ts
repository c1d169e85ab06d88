/** Something that a sentence names and an interface can link. */
export interface Reference {
  readonly kind:
    | 'field'
    | 'type'
    | 'site'
    | 'office'
    | 'recipient'
    | 'rule'
    | 'list'
    | 'block'
    | 'step'
    | 'text'
    | 'value';
  /** The key or id in documents or content. */
  readonly id: string;
  readonly label: string;
  /** The text in the sentence, if it differs from the label: the label in quotes. */
  readonly said?: string;
}

export type Part = string | Reference;

/** A sentence or a clause, as text and references. */
export type Sentence = readonly Part[];

/**
 * Converts a sentence to plain text. `sentenceToText(['require ', {kind: 'field', id: 'phone', label:
 * 'Phone'}]) // 'require Phone'`
 */
export function toText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : (part.said ?? part.label))).join('');
}
