/** What a sentence speaks of, so that an interface can link it. */
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
  /** What documents and content call it. */
  readonly id: string;
  /** What people call it. */
  readonly label: string;
  /** As it stands in the sentence, where that is not the label itself: in quotes. */
  readonly said?: string;
}

/** Part of a sentence: words, or something that is spoken of. */
export type Part = string | Reference;

/** A sentence, or a piece of one. */
export type Sentence = readonly Part[];

/** A sentence as a text. `toText(['require ', {kind: 'field', id: 'phone', label: 'Phone'}]) // 'require Phone'` */
export function toText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : (part.said ?? part.label))).join('');
}
