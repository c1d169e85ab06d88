import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createFakeStudio, type FakeStudio } from '../../testing/fake-studio.tsx';
import { TextField } from '../ask/text-field.tsx';
import './studio.css';
import { createFormatMessage } from '../messages.ts';

let studio: FakeStudio;
beforeEach(async () => {
  await page.viewport(1280, 800);
  studio = createFakeStudio();
});

const boxOf = (element: Element | null | undefined) => {
  if (!element) throw new Error('Cannot measure what is not there');
  return element.getBoundingClientRect();
};

describe('the looks of the studio', () => {
  it.each(['st-auth', 'st-dialog', 'st-page'])(
    'have a button as high as the field beside it in .%s',
    async (around) => {
      const screen = await render(
        <div className={around}>
          <div className="st-card st-ask">
            <TextField
              say={createFormatMessage('en')}
              label="Password"
              kind="password"
              autoComplete="off"
              value=""
              onChange={() => undefined}
            />
          </div>
        </div>,
      );
      const button = screen.container.querySelector('button');
      const field = boxOf(screen.container.querySelector('input'));
      const { top, bottom } = boxOf(button);
      expect([top, bottom]).toEqual([field.top, field.bottom]);
    },
  );

  it('outline the reference of a row of enquiries that has the focus', async () => {
    const screen = await render(
      <table className="st-inbox-table">
        <tbody>
          <tr className="st-inbox-row">
            <th scope="row" className="st-inbox-reference">
              <a href="#enquiry">ABC-123</a>
            </th>
          </tr>
        </tbody>
      </table>,
    );
    const link = screen.container.querySelector('a');
    if (link === null) throw new Error('no link');
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => document.activeElement).toBe(link);
    const { outlineStyle, outlineWidth } = getComputedStyle(link);
    expect([outlineStyle, outlineWidth]).toEqual(['solid', '2px']);
  });

  it('draw each tick and radio button of the browser in the colour of what is done', async () => {
    const screen = await render(
      <p style={{ color: 'var(--st-action)' }}>
        <input type="checkbox" />
        <input type="radio" />
      </p>,
    );
    const { color } = getComputedStyle(screen.container.querySelector('p') as Element);
    for (const input of screen.container.querySelectorAll('input'))
      expect(getComputedStyle(input).accentColor).toBe(color);
  });

  it.each([768, 820, 900])('have a bar of two rows at %i px, with errors to be counted', async (width) => {
    await page.viewport(width, 800);
    await studio.open('/studio/forms');
    await expect.element(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
    const bar = document.querySelector('.st-bar');
    const rows = new Set(
      [...(bar?.querySelectorAll('a, button') ?? [])].map((part) => {
        const { top, bottom } = boxOf(part);
        return Math.round((top + bottom) / 2 / 16);
      }),
    );
    expect(boxOf(bar).height).toBeLessThan(110);
    expect(rows.size).toBeLessThanOrEqual(3);
  });
});
