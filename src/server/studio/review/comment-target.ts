/** A part of the draft that comments are about. */
export type CommentTarget =
  | { readonly kind: 'form'; readonly type: string }
  | { readonly kind: 'field'; readonly type: string; readonly field: string }
  | { readonly kind: 'rule'; readonly rule: string }
  /** An entry of a list of the content, by its id, path or name: `content:offices/7`. */
  | { readonly kind: 'content'; readonly list: string; readonly entry: string };

/** Returns the target of a whole form: `form:sales`. */
export function createFormTarget(type: string): string {
  return `form:${type}`;
}

/** Returns the target of a field by its type and its path: `field:sales:crew.phone`. */
export function createFieldTarget(type: string, field: string): string {
  return `field:${type}:${field}`;
}

/** Parses a target; undefined if it is none, or longer than 300 characters. */
export function parseCommentTarget(text: string): CommentTarget | undefined {
  if (text.length > maxTargetLength) return undefined;
  const [, kind, type = '', field = ''] = /^(field):([^:]+):(.+)$/.exec(text) ?? [];
  if (kind === 'field') return { kind, type, field };
  const [, content, list = '', entry = ''] = /^(content):([a-z-]+)\/(.+)$/.exec(text) ?? [];
  if (content === 'content') return { kind: content, list, entry };
  const [, other, name = ''] = /^(form|rule):(.+)$/.exec(text) ?? [];
  if (other === 'form') return { kind: other, type: name };
  return other === 'rule' ? { kind: other, rule: name } : undefined;
}

const maxTargetLength = 300;
