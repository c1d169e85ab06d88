import type { AccessScope, EnquiryRight } from '../../../api/people.ts';

/** All rights, the least first. */
export const enquiryRights = ['read', 'handle', 'erase'] as const satisfies readonly EnquiryRight[];

/**
 * Returns the right of a person for enquiries: for owners always `erase`, for others `enquiries`. Undefined
 * if they may see none.
 */
export function getEnquiryRight({
  role,
  enquiries,
}: Pick<AccessScope, 'role' | 'enquiries'>): EnquiryRight | undefined {
  return role === 'owner' ? 'erase' : enquiries;
}

/** Returns true if a person has this right for enquiries or a greater one. */
export function hasEnquiryRight(
  reach: Pick<AccessScope, 'role' | 'enquiries'>,
  least: EnquiryRight,
): boolean {
  const right = getEnquiryRight(reach);
  return right !== undefined && enquiryRights.indexOf(right) >= enquiryRights.indexOf(least);
}
