import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findControlText, postForm } from '../support/posts.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import { type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const ann = { name: 'Ann Berry', email: 'ann@example.com', phone: '', message: 'Hello' };

describe('a form that was posted with far more than it takes', () => {
  it('keeps the first photos of a whole album, and everything typed', async () => {
    const { mimeType: type, buffer } = await createSamplePhoto('0.jpg');
    const photos = Array.from(
      { length: 60 },
      (_, at) => ['upload', new File([new Uint8Array(buffer)], `${at}.jpg`, { type })] as const,
    );
    const entries = [...Object.entries({ ...ann, office_location: '1', enquiry_type: '8' }), ...photos];
    const page = await postForm(server.url, '/valuation', entries);
    expect(page.status).toBe(422);
    expect(findControlText(page, 'name')).toBe('Ann Berry');
    expect(page.html).toMatch(
      /Keep 10 photos and remove the others\n|59\.jpg\(.*\nKeep 10 photos and remove the others<\/a>/,
    );
    expect(page.html.match(/type="checkbox"[^>]*name="upload"/g)?.length).toBeGreaterThanOrEqual(10);
  });

  it('tells of a photo of 60 MB by its name, and keeps everything typed', async () => {
    const { mimeType: type, buffer } = await createSamplePhoto('big.jpg');
    const bytes = new Uint8Array(60 * 2 ** 20);
    bytes.set(buffer);
    const fields = { ...ann, enquiry_type: '7', office_location: '2' };
    const page = await postForm(server.url, '/service/falmouth', [
      ...Object.entries(fields),
      ['upload', new File([bytes], 'big.jpg', { type })],
    ]);
    expect(page.status).toBe(422);
    expect(page.html).toContain('big.jpg(choose a photo of at most 20\u00A0MB)</a>');
    expect(findControlText(page, 'name')).toBe('Ann Berry');
    expect(page.html).not.toMatch(/type="checkbox"[^>]*name="upload"/);
  });
});
