import { describe } from 'vitest';
import { createJpeg } from '../photos/support/pictures.ts';
import { journeysOn } from '../support/journey.ts';
import {
  annsAnswers,
  findEnquiryByPhotos,
  locatePhotoRow,
  pickPhotos,
  sendAndReadVariables,
} from './photos-journey.ts';

const it = journeysOn();

describe('the uploader', () => {
  it('keeps photos across a change of the type, and sends those that it takes', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits('/owners');
    await visitor.chooses('enquiry_type', 8);
    await pickPhotos(
      visitor,
      { name: 'a.jpg', bytes: await createJpeg() },
      { name: 'b.jpg', bytes: await createJpeg() },
    );
    await expect.poll(() => visitor.page.locator('.sw-photo--uploaded').count()).toBe(2);
    await visitor.chooses('enquiry_type', 3);
    await expect.poll(() => visitor.page.locator('.sw-photo').count()).toBe(0);
    await visitor.chooses('enquiry_type', 7);
    await expect
      .poll(() => locatePhotoRow(visitor, 'b.jpg').locator('.sw-photo-name').textContent())
      .toBe('b.jpg(one photo is all that fits)');
    await visitor.chooses('enquiry_type', 8);
    await expect.poll(() => visitor.page.locator('.sw-photo--uploaded').count()).toBe(2);
    await visitor.chooses('enquiry_type', 7);
    await visitor.fills(annsAnswers);
    const { upload } = await sendAndReadVariables(visitor);
    expect(upload).toHaveLength(1);
    expect(await findEnquiryByPhotos(upload, server)).toBeDefined();
  });

  it('keeps its photos when a send fails, for the next', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    await visitor.visits('/service/falmouth');
    await pickPhotos(visitor, { name: 'a.jpg', bytes: await createJpeg() });
    await locatePhotoRow(visitor, 'a.jpg').getByText('Uploaded').waitFor();
    const { office_location: _office, ...answers } = annsAnswers;
    await visitor.fills(answers);
    await visitor.page.route('**/graphql', (route) => route.abort());
    await visitor.sends();
    await visitor.sees('There was a problem. Please try again.');
    await visitor.page.unroute('**/graphql');
    // By keyboard, because the error message moves the button when it appears.
    const again = visitor.page.waitForRequest('**/graphql');
    await visitor.control('name').press('Enter');
    const { upload } = (await again).postDataJSON().variables;
    await visitor.sees(/^Thank you/);
    expect(upload).toHaveLength(1);
    expect(await findEnquiryByPhotos(upload, server)).toBeDefined();
  });
});
