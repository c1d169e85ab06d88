import type { EnquiryRight, Reach } from '../protocol-people.ts';

/** Every right, from the one that may least. */
export const enquiryRights = ['read', 'handle', 'erase'] as const satisfies readonly EnquiryRight[];

/** What somebody may do with enquiries; undefined: none is shown to them. An owner may all of it. */
export function enquiryRight({
  role,
  enquiries,
}: Pick<Reach, 'role' | 'enquiries'>): EnquiryRight | undefined {
  return role === 'owner' ? 'erase' : enquiries;
}

/** Whether somebody may do with enquiries what takes at least a right. */
export function mayWithEnquiries(reach: Pick<Reach, 'role' | 'enquiries'>, least: EnquiryRight): boolean {
  const right = enquiryRight(reach);
  return right !== undefined && enquiryRights.indexOf(right) >= enquiryRights.indexOf(least);
}
