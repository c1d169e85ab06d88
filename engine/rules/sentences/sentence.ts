import type { itemReference } from '../../preset/rules.ts';

/** Something that a sentence names and an interface can link. */
export interface SentenceReference {
  readonly kind:
    | 'field'
    | 'type'
    | 'site'
    | typeof itemReference
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
  /** The former words of a changed text in the fallback language. An interface can name the text by them. */
  readonly former?: string;
}

export type SentencePart = string | SentenceReference;

/** A sentence or a clause, as text and references. */
export type Sentence = readonly SentencePart[];

/**
 * Converts a sentence to plain text. `sentenceToText(['require ', {kind: 'field', id: 'phone', label:
 * 'Phone'}]) // 'require Phone'`
 */
export function sentenceToText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : (part.said ?? part.label))).join('');
}
