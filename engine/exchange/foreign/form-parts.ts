import type { Condition, JsonSchema } from '../../model/types.ts';
import type { ConvertedForm } from './converted-form.ts';
import type { KnownField, Translated } from './expressions/expression.ts';
import type { ElementReader } from './report.ts';
import { type LocalizedText, type PlainText, toMessage } from './texts.ts';

/** The fields of the form itself, of an object or of the items of a list. */
export interface FieldScope {
  /** The names of the fields around it, without those of the form itself. */
  readonly path: readonly string[];
  /** True inside a list, where no rule applies. */
  readonly isInList: boolean;
  readonly properties: Record<string, JsonSchema>;
  readonly required: string[];
  readonly ui: Record<string, unknown>;
  /** Position of the properties in the schema of the form. */
  readonly pointer: string;
  readonly findFreeName: (name: string) => string;
  /** The schema of the object, which has `properties`. */
  readonly schema: Record<string, unknown>;
}

export interface FieldInput {
  readonly reader: ElementReader;
  /** Its name in the source. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly ui?: Readonly<Record<string, unknown>>;
  readonly isRequired?: boolean;
  readonly label?: SourceText | undefined;
  readonly hint?: SourceText | undefined;
  readonly placeholder?: SourceText | undefined;
  readonly choices?: readonly ImportedChoice[];
  /** Messages by the code of the problem. */
  readonly problems?: Readonly<Record<string, SourceText>>;
}

export interface ImportedChoice {
  readonly value: string | number | boolean;
  readonly label: SourceText;
}

/** A text of the source in its languages, not yet written as a message. */
export interface SourceText {
  readonly texts: LocalizedText;
  /** The pointer of the property that has it. */
  readonly pointer: string;
}

/**
 * Writes a text of the source as an ICU message. `became` is set if the message differs in meaning, as the end
 * of the sentence "taken as …".
 */
export type WriteMessage = (text: string) => { readonly message: string; readonly became?: string };

/** Writes a text as a message that shows it as it is. */
export const writeLiterally: WriteMessage = (text) => ({ message: toMessage(text) });

/** The notation in which a program inserts answers into its texts. */
interface InsertNotation {
  /** Splits a text: what it captures inserts an answer. */
  readonly split: RegExp;
  /** Returns what is between the braces of an inserted answer; undefined for a part that is text. */
  readonly read: (part: string) => string | undefined;
  readonly find: (name: string) => KnownField | undefined;
}

/**
 * Returns a function that writes a text as a message that inserts the same answers. Answers that a message cannot
 * insert become "…".
 */
export function createMessageWriter({ split, read, find }: InsertNotation): WriteMessage {
  return (text) => {
    const missing: string[] = [];
    let hasAnswers = false;
    const message = text
      .split(split)
      .map((part) => {
        const name = read(part)?.trim();
        if (name === undefined) return toMessage(part);
        const field = find(name);
        if (field === undefined || field.kind === 'object') {
          missing.push(part);
          return '…';
        }
        hasAnswers = true;
        return `{${field.fact}}`;
      })
      .join('');
    if (missing.length > 0)
      return {
        message,
        became: `a text in which "…" replaces ${missing.map((part) => `"${part}"`).join(', ')}`,
      };
    return hasAnswers ? { message, became: 'a text that inserts the same answers' } : { message };
  };
}

/** Reports a property whose text is taken without its HTML and its scripts. */
export function reportPlainText(
  reader: ElementReader,
  property: string,
  { hadMarkup, hadScript }: Pick<PlainText, 'hadMarkup' | 'hadScript'>,
): void {
  if (hadScript) reader.change(property, 'plain text; the script in it was removed and never run');
  else if (hadMarkup) reader.change(property, 'plain text, without its HTML');
  else reader.take(property);
}

export interface BlockInput {
  readonly reader: ElementReader;
  readonly name: string;
  readonly kind: 'heading' | 'paragraph' | 'notice' | 'details' | 'picture';
  readonly options?: Readonly<Record<string, unknown>>;
  readonly texts: Readonly<Record<string, SourceText>>;
}

/** One part of a condition, translated when all fields are known. */
export interface ConditionPart {
  /** The pointer of the property that has it. */
  readonly pointer: string;
  /** The expression as it is written. */
  readonly source: string;
  readonly translate: () => Translated<Condition>;
}

export interface RuleInput {
  readonly effect: 'show' | 'enable' | 'disable' | 'hide' | 'require' | 'readonly';
  readonly names: readonly string[];
  readonly parts: readonly ConditionPart[];
}

/** A condition inside a list or an object, where the schema decides instead of rules. */
export interface InnerRuleInput {
  readonly scope: FieldScope;
  readonly name: string;
  readonly effect: 'show' | 'require';
  readonly parts: readonly ConditionPart[];
  /** The fields of the scope by their fact. */
  readonly findField: (fact: string) => KnownField | undefined;
}

/** A rule whose effect depends on fields that may be added later. */
export interface LateRule {
  readonly id: string;
  readonly description: string;
  readonly origins: readonly string[];
  readonly write: () => Translated<LateEffects | readonly LateEffects[]>;
}

/** The effects of one rule, and its condition. */
export interface LateEffects {
  readonly when?: Condition;
  readonly then: Readonly<Record<string, unknown>>;
}

export interface FormBuilder {
  readonly root: FieldScope;
  /** Adds a field and returns its name in the scope. */
  readonly addField: (scope: FieldScope, field: FieldInput) => string;
  /** Removes a field that was added, because nothing inside it can be asked. */
  readonly removeField: (scope: FieldScope, name: string) => void;
  /** Creates the scope of a field that was added: the properties of an object, or of the items of a list. */
  readonly createInnerScope: (scope: FieldScope, name: string, kind: 'object' | 'list') => FieldScope;
  /** Adds a block after the fields so far, and returns its name. */
  readonly addBlock: (block: BlockInput) => string;
  /** Starts a step; without fields it is left out. `origin` is the pointer of its page. */
  readonly startStep: (name: string, title: SourceText, text?: SourceText) => void;
  readonly addRule: (rule: RuleInput) => void;
  readonly addInnerRule: (rule: InnerRuleInput) => void;
  readonly addLateRule: (rule: LateRule) => void;
  readonly setText: (key: string, text: SourceText) => void;
  readonly setUi: (key: string, value: unknown) => void;
  readonly finish: (form: {
    readonly key: string;
    readonly names: LocalizedText;
    readonly pointer: string;
  }) => ConvertedForm;
}

/** Returns the kind of a schema's value for expressions. */
export function toKnownField(fact: string, { type, format, enum: list, items }: JsonSchema): KnownField {
  const choices = Array.isArray(list) ? { choices: list as readonly unknown[] } : {};
  if (type === 'array') {
    const inner = toKnownField('', (items ?? {}) as JsonSchema);
    return {
      fact,
      kind: 'list',
      ...(inner.kind === 'number' || inner.kind === 'text' ? { items: inner.kind } : {}),
      ...(inner.choices && { choices: inner.choices }),
    };
  }
  if (type === 'object') return { fact, kind: 'object' };
  if (type === 'boolean') return { fact, kind: 'boolean' };
  if (type === 'integer' || type === 'number') return { fact, kind: 'number', ...choices };
  if (format === 'date' || format === 'time' || format === 'date-time') return { fact, kind: format };
  return { fact, kind: 'text', ...choices };
}
