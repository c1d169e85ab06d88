import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type StudioContextValue, StudioProvider } from '../draft/context.ts';
import { createFormatMessage } from '../ui/messages.ts';
import { PublishForm } from './publish-form.tsx';

// The form reads nothing else of the studio.
const studio = { say: createFormatMessage('en'), content: { sites: [] } } as unknown as StudioContextValue;

describe('PublishForm', () => {
  it('asks again for consent where there are other warnings than those that were accepted', async () => {
    const onPublish = vi.fn();
    const formWith = (...warnings: readonly string[]) => (
      <StudioProvider value={studio}>
        <PublishForm
          {...{ warnings, onPublish, isReady: true, isBusy: false }}
          onObstacle={() => undefined}
          refusal={undefined}
          failure=""
        />
      </StudioProvider>
    );
    const consent = page.getByRole('checkbox');
    const publish = page.getByRole('button', { name: 'Publish now' });
    const { rerender } = await render(formWith('first'));
    await consent.click();
    await rerender(formWith('first', 'second'));
    await expect.element(consent).not.toBeChecked();
    await publish.click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(onPublish).not.toHaveBeenCalled();

    await consent.click();
    await publish.click();
    expect(onPublish).toHaveBeenCalledExactlyOnceWith({ note: '', isWarned: true });
  });

  it('says what keeps it from publishing, and leads there, and keeps what was entered', async () => {
    const [onPublish, onObstacle] = [vi.fn(), vi.fn()];
    const formWith = (obstacle?: string) => (
      <StudioProvider value={studio}>
        <PublishForm
          {...{ warnings: [], onPublish, onObstacle, isReady: true, isBusy: false, obstacle }}
          refusal={undefined}
          failure=""
        />
      </StudioProvider>
    );
    const publish = page.getByRole('button', { name: 'Publish now' });
    const { rerender } = await render(formWith('Two errors.'));
    await page.getByLabelText('Why').fill('Because');
    await expect.element(publish).toHaveAccessibleDescription('Two errors.');
    publish.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    await expect.poll(() => onObstacle.mock.calls.length).toBe(1);
    expect(onPublish).not.toHaveBeenCalled();
    await rerender(formWith());
    await publish.click();
    expect(onPublish).toHaveBeenCalledExactlyOnceWith({ note: 'Because', isWarned: false });
  });
});
