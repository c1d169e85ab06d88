/** The phrases for the yard's lists of the content, by the names of their files. */
export const yardContentLists = {
  'content/offices.json': 'content.offices',
  'content/events.json': 'content.events',
  'content/yacht-models.json': 'content.yacht-models',
} as const;

/** The phrases for the yard's properties of the content, by their path. */
export const yardContentProperties = {
  services: 'content.property.services',
  'site.id': 'content.property.site',
  offices: 'content.property.offices',
  selectedOffice: 'content.property.selected-office',
  eventTitle: 'content.property.event',
  startsOn: 'content.property.day',
} as const;

/** The properties of the content whose values are ids of entries, with the list of these. */
export const yardContentReferences = {
  'site.id': 'content/sites.json',
  offices: 'content/offices.json',
  selectedOffice: 'content/offices.json',
} as const;
