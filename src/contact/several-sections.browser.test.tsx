import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { findDanglingReferences, findRepeatedIds } from '#widgets/testing/accessibility.ts';
import { ContactFormModal } from './contact-form-modal.tsx';
import { ContactFormSection } from './contact-form-section.tsx';
import type { ContactFormSectionProps } from './props.ts';
import { startBackEnd } from './testing/back-end.ts';
import { createSectionProps } from './testing/inputs.ts';
import { useUniqueSectionName } from './use-unique-section-name.ts';

interface OneProps extends Partial<ContactFormSectionProps> {
  readonly name?: string;
}

function One({ name, ...more }: OneProps) {
  const turn = useUniqueSectionName(name);
  return turn && <ContactFormSection key={turn.sectionName} {...createSectionProps(more)} {...turn} />;
}

function InDialog() {
  const turn = useUniqueSectionName();
  return turn && <ContactFormModal key={turn.sectionName} {...createSectionProps()} {...turn} />;
}

const sections = () => page.getByTestId('contact-form');
const at = (place: number, name: string) =>
  sections().nth(place).element().querySelector<HTMLInputElement>(`[name="${name}"]`) as HTMLInputElement;
const ids = () => [...document.querySelectorAll('section, form')].map(({ id }) => id);

describe('several sections on one page', () => {
  beforeEach(() => {
    sessionStorage.clear();
    startBackEnd();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  });

  it('have ids of their own, and the first the ids of a page with one', async () => {
    await render(
      <StrictMode>
        <One />
        <One />
        <InDialog />
      </StrictMode>,
    );
    expect(ids()).toEqual([
      'ContactFormSection',
      'contact-form',
      'ContactFormSection-2',
      'contact-form--2',
      'ContactFormSection-3',
      'contact-dialog--3',
    ]);
    expect(findRepeatedIds(document.body)).toEqual([]);
    expect(findDanglingReferences(document.body)).toEqual([]);
  });

  it('have names that their page gives them, and no two the same', async () => {
    await render(
      <>
        <One name="sales" />
        <One name="sales" />
      </>,
    );
    expect(ids().filter((id) => id.startsWith('contact'))).toEqual([
      'contact-form--sales',
      'contact-form--sales-2',
    ]);
  });

  it('give a place back when they go', async () => {
    const { rerender } = await render([<One key="a" />, <One key="b" />]);
    await rerender([<One key="b" />]);
    expect(ids()).toEqual(['ContactFormSection-2', 'contact-form--2']);
    await rerender([<One key="b" />, <One key="c" />]);
    expect(ids()).toEqual(['ContactFormSection-2', 'contact-form--2', 'ContactFormSection', 'contact-form']);
  });

  it('lead a label, and what a submit finds, to the field of their own form', async () => {
    await render([<One key="a" />, <One key="b" />]);
    await userEvent.click(at(1, 'name').labels?.[0] as HTMLElement);
    await expect.poll(() => document.activeElement).toBe(at(1, 'name'));
    await sections().nth(1).getByRole('button', { name: 'Send message' }).click();
    await expect.poll(() => document.activeElement).toBe(at(1, 'office_location'));
    await expect.element(sections().nth(1).getByRole('status')).not.toBeEmptyDOMElement();
    expect(at(0, 'office_location').getAttribute('aria-invalid')).not.toBe('true');
    expect(sections().nth(0).getByRole('status').element().textContent).toBe('');
  });

  it('keep drafts of their own', async () => {
    const first = await render([<One key="a" />, <One key="b" />]);
    await userEvent.fill(at(0, 'message'), 'for the yard');
    await userEvent.fill(at(1, 'message'), 'for the crew');
    await first.unmount();
    await render([<One key="a" />, <One key="b" />]);
    expect([at(0, 'message').value, at(1, 'message').value]).toEqual(['for the yard', 'for the crew']);
  });

  it('are taken over as a server drew them where they have names, and the second without one is drawn anew', async () => {
    const complaints = vi.spyOn(console, 'error');
    const drawn = [<One key="a" />, <One key="b" name="sales" />, <One key="c" />];
    const host = document.createElement('div');
    document.body.append(host);
    host.innerHTML = renderToString(drawn);
    const [, named] = host.querySelectorAll('form');
    const root = hydrateRoot(host, drawn);
    await expect.poll(() => findRepeatedIds(host)).toEqual([]);
    expect([...host.querySelectorAll('form')].map(({ id }) => id)).toEqual([
      'contact-form',
      'contact-form--sales',
      'contact-form--2',
    ]);
    expect(host.querySelectorAll('form')[1]).toBe(named);
    expect(complaints).not.toHaveBeenCalled();
    root.unmount();
  });
});
