import { StoreError } from '../store-error.ts';

/**
 * Checks that a move continues from the source with which it began; `known` is undefined if none has begun.
 * @throws StoreError `foreign`
 */
export function requireSameSource(
  known: string | undefined,
  { from, name }: { readonly from: string; readonly name: string },
): void {
  if (known === undefined || known === from) return;
  throw new StoreError(
    'foreign',
    `Cannot move into ${name}: it contains an incomplete move from ${known}; continue that one, or name an empty database`,
  );
}
