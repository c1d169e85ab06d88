import type { EnquiryRight, Reach } from '../protocol-people.ts';

/** All rights, the least first. */
export const enquiryRights = ['read', 'handle', 'erase'] as const satisfies readonly EnquiryRight[];

/** Returns the right of a person for enquiries. Undefined if they see none. Owners have all rights. */
export function enquiryRight({
  role,
  enquiries,
}: Pick<Reach, 'role' | 'enquiries'>): EnquiryRight | undefined {
  return role === 'owner' ? 'erase' : enquiries;
}

export function mayWithEnquiries(reach: Pick<Reach, 'role' | 'enquiries'>, least: EnquiryRight): boolean {
  const right = enquiryRight(reach);
  return right !== undefined && enquiryRights.indexOf(right) >= enquiryRights.indexOf(least);
}
