import { StoreError } from '../store-error.ts';

/**
 * Checks that a move into the target `name` continues from the source with which it began.
 * @param known The name of the source with which it began; undefined if no move has begun.
 * @param from The name of the source now.
 * @throws StoreError `foreign` if the sources differ.
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
