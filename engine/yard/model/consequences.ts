/** The kinds of consequences about the offices of a field, whose sentences are `change.‹kind›`. */
export const officeKinds = { lost: 'offices-lost', gained: 'offices-gained', changed: 'offices' } as const;

/** The kinds of consequences about the receiver of the mail: the office of the enquiry or the site. */
export const mailKinds = { toItem: 'mail-to-office', toSite: 'mail-to-site' } as const;

/** The explanations of `officeKinds`, in the order in which they are reported. */
export const officeConsequences = {
  'offices-lost': 'On pages of a site, offices of the content are no longer offered.',
  'offices-gained': 'On pages of a site, offices of the content are now offered.',
  offices: 'Other offices would be offered, but it makes no difference with those of the content.',
} as const;

/** The explanations of `mailKinds`, in the order in which they are reported. */
export const mailConsequences = {
  'mail-to-site':
    'On pages of a site, the mail goes to the address of the site (`after`), no longer to an office.',
  'mail-to-office':
    'On pages of a site, the mail goes to the office of the enquiry, no longer to the address of the site.',
} as const;
