import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import {
  createPageAnswers,
  findEnquiryByReference,
  locateTypePicker,
  noScripts,
  showTypeFields,
} from './no-scripts-journey.ts';

const it = journeysOn();

/** Each type, with the names of its photos. */
const types = [
  { type: 3, key: 'general', photos: [] },
  { type: 5, key: 'careers', photos: [] },
  { type: 6, key: 'sales', photos: [] },
  { type: 7, key: 'service', photos: ['Böot am Steg.jpg'] },
  { type: 8, key: 'valuation', photos: ['bow.jpg', 'stern “2”.jpg', 'deck.jpg'] },
  { type: 9, key: 'event', photos: [] },
] as const;

/**
 * Declares a journey for each of these types: one visitor sends it with scripts, another posts it without.
 */
export function describeWithAndWithoutScripts(keys: readonly (typeof types)[number]['key'][]): void {
  describe('a form without scripts', () => {
    it.for(types.filter(({ key }) => keys.includes(key)))(
      'sends what scripts would send, field for field and word for word: $key',
      async ({ type, key, photos }, { visitor, newVisitor, server, expect }) => {
        const answers = createPageAnswers('/contact', type, `twin-${key}`);
        const files = await Promise.all(photos.map(createSamplePhoto));
        await visitor.visits('/contact?utm_source=mail');
        await visitor.chooses('enquiry_type', type);
        if (files.length > 0) await locateTypePicker(visitor).setInputFiles(files);
        for (const name of photos)
          await visitor.page.getByRole('listitem').filter({ hasText: name }).getByText('Uploaded').waitFor();
        await visitor.fills(answers);
        await visitor.sends();
        const scripted = await findEnquiryByReference(visitor, server);

        const posting = await newVisitor(noScripts);
        await posting.page.goto('/contact?utm_source=mail');
        await posting.chooses('enquiry_type', type);
        if (type !== 3) await showTypeFields(posting);
        if (files.length > 0) await locateTypePicker(posting).setInputFiles(files);
        await posting.fills(answers);
        await posting.sends();
        const posted = await findEnquiryByReference(posting, server);

        expect(posted.record).toEqual(scripted.record);
        expect(posted.record.values).toMatchObject({ enquiry_type: type, email: answers.email });
        expect(posted.mails).toEqual(scripted.mails);
        expect(posted.mails.flatMap(({ attachments }) => attachments)).toHaveLength(photos.length);
      },
    );
  });
}
