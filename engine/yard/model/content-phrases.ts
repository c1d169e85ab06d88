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
