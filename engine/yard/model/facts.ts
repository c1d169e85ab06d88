/**
 * The facts about the yard: those that a situation gives, those of an office while rules filter offices, and
 * those of the narrowed list. `given-facts.ts` reads their values, `narrowed-list.ts` those of the list. Those
 * with `isGeneral` are of use to any form.
 */
export const yardFacts = [
  { name: 'site.id', kind: 'id', stage: 'given', description: 'The id of the site.', isGeneral: true },
  {
    name: 'site.isInternational',
    kind: 'boolean',
    stage: 'given',
    description: 'The site is international.',
  },
  {
    name: 'page.inModal',
    kind: 'boolean',
    stage: 'given',
    description: 'The form is in a modal.',
    isGeneral: true,
  },
  {
    name: 'page.isForLanding',
    kind: 'boolean',
    stage: 'given',
    description: 'The form is on a landing page.',
    isGeneral: true,
  },
  {
    name: 'page.eventTitle',
    kind: 'text',
    stage: 'given',
    description: 'The event title that the page passes in.',
  },
  {
    name: 'page.selectedOffice',
    kind: 'id',
    stage: 'given',
    description: 'The id of the preselected office.',
  },
  {
    name: 'selectedOffice.services',
    kind: 'list',
    stage: 'given',
    description: 'The services of the preselected office.',
  },
  { name: 'office.id', kind: 'id', stage: 'office', description: 'The id of an office.' },
  { name: 'office.name', kind: 'text', stage: 'office', description: 'The name of an office.' },
  { name: 'office.title', kind: 'text', stage: 'office', description: 'The title of an office.' },
  {
    name: 'office.email',
    kind: 'text',
    stage: 'office',
    description: 'The email address of an office; only its presence matters.',
  },
  { name: 'office.services', kind: 'list', stage: 'office', description: 'The services of an office.' },
  { name: 'office.site.id', kind: 'id', stage: 'office', description: 'The id of the site of an office.' },
  {
    name: 'office.site.isInternational',
    kind: 'boolean',
    stage: 'office',
    description: 'The site of an office is international.',
  },
  {
    name: 'office.site.exclude_from_international',
    kind: 'boolean',
    stage: 'office',
    description: 'The site of an office is excluded on international sites.',
  },
  {
    name: 'offices.anyEligible',
    kind: 'boolean',
    stage: 'anyEligible',
    description: 'At least one office is eligible.',
  },
  {
    name: 'offices.anyOffered',
    kind: 'boolean',
    stage: 'anyOffered',
    description: 'At least one office is offered for the current type.',
  },
] as const;
