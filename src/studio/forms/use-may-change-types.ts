import { isActionOffered } from '../auth/permissions/action-audiences.ts';
import { useStudio } from '../draft/context.ts';

/**
 * Returns true if the person may order, rename, create and retire types. That needs a role without limits.
 */
export function useMayChangeTypes(): boolean {
  return isActionOffered('forms.new', useStudio().me);
}
