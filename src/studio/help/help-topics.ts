import type { StudioMessageKey } from '../ui/messages.ts';

/** The help of a page of the studio. */
export interface HelpTopic {
  /** The key of the sentences, one per line. */
  readonly text: StudioMessageKey;
  /** The key of the page's name. */
  readonly page: StudioMessageKey;
  /** The heading of docs/studio.md that the page belongs to, as its fragment. */
  readonly section: string;
}

/** Path patterns with the help of their pages. The first one that matches decides. */
const topics: readonly (readonly [path: RegExp, topic: HelpTopic])[] = [
  [
    /^forms\/[^/]+\/settings/,
    { text: 'help.form-settings', page: 'type-settings', section: 'settings-of-a-form' },
  ],
  [/^forms\/./, { text: 'help.form', page: 'forms', section: 'change-a-form' }],
  [/^forms\?.*\bimport\b/, { text: 'help.form-import', page: 'forms.import', section: 'start-a-form' }],
  [/^content/, { text: 'help.content', page: 'content', section: 'change-content' }],
  [/^texts/, { text: 'help.texts', page: 'texts', section: 'edit-and-translate-texts' }],
  [/^rules/, { text: 'help.rules', page: 'rules', section: 'change-rules' }],
  [/^enquiries\/suspected/, { text: 'help.spam', page: 'desk.suspected', section: 'spam' }],
  [/^enquiries\/privacy/, { text: 'help.privacy', page: 'privacy', section: 'handle-enquiries' }],
  [/^enquiries\/./, { text: 'help.enquiry', page: 'enquiries', section: 'handle-enquiries' }],
  [/^enquiries/, { text: 'help.enquiries', page: 'enquiries', section: 'handle-enquiries' }],
  [/^figures/, { text: 'help.figures', page: 'figures', section: 'figures' }],
  [/^checks/, { text: 'help.checks', page: 'checks', section: 'check-the-draft' }],
  [/^publish/, { text: 'help.publish', page: 'publish', section: 'publish' }],
  [/^compare/, { text: 'help.compare', page: 'compare', section: 'publish' }],
  [
    /^history\/import/,
    { text: 'help.version-import', page: 'import.title', section: 'files-and-other-installations' },
  ],
  [/^history\/./, { text: 'help.version', page: 'history', section: 'restore-a-version' }],
  [/^history/, { text: 'help.history', page: 'history', section: 'restore-a-version' }],
  [/^json/, { text: 'help.json', page: 'json', section: 'check-the-draft' }],
  [/^people/, { text: 'help.people', page: 'people', section: 'people' }],
  [/^audit/, { text: 'help.audit', page: 'audit', section: 'people' }],
  [/^account/, { text: 'help.account', page: 'account', section: 'people' }],
  [/^/, { text: 'help.forms', page: 'forms', section: 'change-a-form' }],
];

/**
 * Returns the help of the page at an address; that of the list of forms for an unknown one.
 * @param address The path and the query: `/studio/forms/sales?field=phone`.
 */
export function findHelpTopic(address: string): HelpTopic {
  const rest = address.replace(/^\/studio\/?/, '');
  const [, topic] = topics.find(([path]) => path.test(rest)) ?? [];
  if (topic === undefined) throw new Error(`Cannot find help for "${address}": no pattern matches it`);
  return topic;
}
