import type { FieldDefinition } from '../../model/types.ts';
import { isUploadWidget } from '../../model/uploads.ts';

/**
 * Returns the reason why a link cannot fill a field with `ui:prefill`, with a remedy; undefined if it can. A tick
 * is a statement of the visitor, such as a consent, so no link can make it.
 */
export function explainNoPrefill({
  widget,
  ownField,
  fixed,
  kind,
}: Pick<FieldDefinition, 'widget' | 'ownField' | 'fixed' | 'kind'>): string | undefined {
  const reason = findReason();
  return reason && `a link cannot fill this field, because ${reason}; remove "ui:prefill"`;

  /** Returns the reason as the end of a sentence. */
  function findReason(): string | undefined {
    if (isUploadWidget(widget)) return 'its value is a file of the visitor';
    if (widget === 'password') return 'a password must not be in an address';
    if (widget === 'checkbox' || widget === 'terms') return 'only the visitor may tick it';
    if (widget === 'hidden' || widget === 'output') return 'visitors cannot see it or cannot change it';
    if (ownField !== undefined) return 'a component of your program draws it';
    if (fixed !== undefined) return 'visitors cannot change it';
    return kind === 'json' ? 'an address contains a single value, not a list or an object' : undefined;
  }
}
