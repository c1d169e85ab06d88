import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { FindingView } from '../../api/findings.ts';
import { type StudioContextValue, StudioProvider } from '../draft/context.ts';
import { createFormatMessage } from '../ui/messages.ts';
import { LinesInput } from './lines-input.tsx';
import { RuleDifference } from './list/rule-effect.tsx';
import { RuleFindings } from './list/rule-findings.tsx';

const say = createFormatMessage('en');

/** Renders a part in a studio whose draft has this version, which is checked. */
function inStudio(part: ReactNode, version = 0): ReactNode {
  const state = { documents: {}, report: { version, isForm: true, isProven: true } };
  const store = { subscribe: () => () => {}, getSnapshot: () => state };
  const studio = { say, store, locale: 'en' } as unknown as StudioContextValue;
  return <StudioProvider value={studio}>{part}</StudioProvider>;
}

/** Answers the studio's requests; `answer` gets the address and the body. */
function answerRequests(answer: (address: string, body: unknown) => unknown): void {
  vi.stubGlobal('fetch', async (address: URL | string, init?: RequestInit) =>
    Response.json(await answer(String(address), init?.body && JSON.parse(String(init.body)))),
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
});

function Numbers(): ReactNode {
  const [lines, setLines] = useState(['1', '2']);
  const accept = (next: readonly string[]) => {
    const isAccepted = next.every((line) => !Number.isNaN(Number(line)));
    if (isAccepted) setLines([...next]);
    return isAccepted;
  };
  return (
    <>
      <LinesInput label="Numbers" lines={lines} onChange={accept} />
      <button type="button" onClick={() => setLines(['3'])}>
        Undo
      </button>
    </>
  );
}

describe('LinesInput', () => {
  it('says no problem any more where valid lines come from outside', async () => {
    await render(inStudio(<Numbers />));
    const input = page.getByLabelText('Numbers');
    await input.fill('1\nabc');
    await expect.element(page.getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(input).toHaveValue('3');
    expect(page.getByRole('alert').elements()).toEqual([]);
    await expect.element(input).not.toHaveAttribute('aria-invalid');
  });
});

describe('RuleFindings', () => {
  const finding = (type: string) =>
    ({
      code: 'required-hidden',
      severity: 'error',
      file: 'rules.json',
      pointer: '/rules/0',
      reason: type,
      scenario: { on: { type } },
    }) as unknown as FindingView;

  it('never shows a finding with the situation of another one', async () => {
    let isAnswering = true;
    answerRequests((_address, body) =>
      isAnswering
        ? (body as { readonly on: readonly { readonly type: string }[] }).on.map(({ type }) => [
            `On a ${type} page.`,
          ])
        : new Promise(() => {}),
    );
    const screen = await render(inStudio(<RuleFindings findings={[finding('sales'), finding('service')]} />));
    await expect.element(page.getByText('On a service page.')).toBeVisible();
    isAnswering = false;
    await screen.rerender(inStudio(<RuleFindings findings={[finding('service')]} />));
    await expect.element(page.getByText('On a service page.')).toBeVisible();
    expect(page.getByText('On a sales page.').elements()).toEqual([]);
  });
});

describe('RuleDifference', () => {
  it('is loaded again for each checked version of the draft', async () => {
    let loads = 0;
    answerRequests(() => {
      loads += 1;
      return {
        situation: ['On a page.'],
        changes: [{ about: 'fields', now: [`Shown ${loads}`], other: ['Hidden'] }],
      };
    });
    const difference = (
      <RuleDifference rule="planted" reach={{ holds: 1, of: 2, example: { on: {} } } as never} />
    );
    const screen = await render(inStudio(difference, 1));
    await expect.element(page.getByText('Shown 1')).toBeVisible();
    await screen.rerender(inStudio(difference, 2));
    await expect.element(page.getByText('Shown 2')).toBeVisible();
  });
});
