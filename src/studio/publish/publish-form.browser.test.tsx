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
          {...{ warnings, onPublish, isBlocked: false, isReady: true, isBusy: false }}
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
});
