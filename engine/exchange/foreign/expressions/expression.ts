/** A parsed expression of another program. It is only ever read and translated, never evaluated. */
export type Expression =
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Expression[] }
  | {
      readonly kind: 'operation';
      readonly operator: ExpressionOperator;
      readonly operands: readonly Expression[];
    };

export type ExpressionOperator =
  | 'and'
  | 'or'
  | 'not'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'contains'
  | 'notcontains'
  | 'anyof'
  | 'allof'
  | 'noneof'
  | 'empty'
  | 'notempty'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '^'
  | 'if';

/** A value, or the reason why there is none, as the end of a sentence. */
export type Translated<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string };

export function translated<Value>(value: Value): Translated<Value> {
  return { ok: true, value };
}

export function untranslated(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}

/** The field that a name in an expression means. */
export interface KnownField {
  /** The name for rules: `values.boat.make`. */
  readonly fact: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'time' | 'date-time' | 'list' | 'object';
  /** The kind of the items of a list of texts or numbers. */
  readonly items?: 'text' | 'number';
  /** The only values that it or its items can have. */
  readonly choices?: readonly unknown[];
}

/** Returns the field of a name, the expression that it stands for, or undefined for an unknown name. */
export type FindName = (name: string) => KnownField | { readonly expression: Expression } | undefined;
