import { type ComponentProps, type ReactNode, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  type ContactFormSectionProps,
  moveDraft,
  partsOfOpening,
  type Receipt,
  useTurn,
  validatorsAt,
} from '../../contact/index.ts';
import { PlacedForm, placedInputs } from '../form.tsx';

import type { EmbedNote } from './embed-note.ts';
import { loadStyles } from './load-styles.ts';

/** Where a form is drawn. */
export interface Place {
  /** The element that has it: hears of what becomes of it. */
  readonly host: HTMLElement;
  /** The shadow tree in which it stands apart; absent: it stands in the page, in the element's slot. */
  readonly root?: ShadowRoot | undefined;
}

/** A form that is drawn. */
export interface Mounted {
  /** Draws it as another answer of the server has it; what was typed stays. */
  readonly update: (note: EmbedNote) => Promise<void>;
  readonly unmount: () => void;
}

/** Draws a form in an element of any page. Resolves once it can be filled in. */
export async function mount(note: EmbedNote, { host, root: shadow }: Place): Promise<Mounted> {
  const container = document.createElement('div');
  // The host's rules for bare elements end here (`src/package/react/theme.css`).
  container.className = 'sw-host';
  container.slot = 'form';
  const react = createRoot(container, {
    onUncaughtError: (error) => console.error('<enquiry-form>: the form cannot be drawn:', error),
  });
  const tree = shadow ?? treeAround(host);
  const stopStyles = await loadStyles(note.assets.styles, tree);
  let latest = note;

  async function update(next: EmbedNote): Promise<void> {
    latest = next;
    const { form, locale, dir, theme, ticket, assets } = next;
    const inputs: ContactFormSectionProps = {
      ...placedInputs(form, validatorsAt(form.validators)),
      ticket,
      onSuccess: (receipt) => tell(host, receipt),
    };
    const isDialog = form.placement === 'modal';
    await Promise.all([partsOfOpening(inputs, isDialog), loadStyles(assets.styles, tree)]);
    if (latest !== next) return;
    Object.assign(container, { lang: locale, dir });
    if (theme) container.dataset.theme = theme;
    react.render(<EmbeddedForm inputs={inputs} isDialog={isDialog} />);
  }

  const stopNaming = nameParts(container, shadow);
  await update(note);
  (shadow ?? host).append(container);
  return {
    update,
    unmount() {
      react.unmount();
      container.remove();
      stopStyles();
      stopNaming();
    },
  };
}

/** The shadow tree of a component of the page in which an element stands. */
function treeAround(host: HTMLElement): ShadowRoot | undefined {
  const root = host.getRootNode();
  return root instanceof ShadowRoot ? root : undefined;
}

/** A form beside others of the page, whoever draws them. */
function EmbeddedForm({ inputs, isDialog }: ComponentProps<typeof PlacedForm>): ReactNode {
  const turn = useTurn();
  const [wasDialog, setWasDialog] = useState(isDialog);
  // Between two placements nothing is drawn for a moment: the one that goes writes its draft, and the other finds it.
  useLayoutEffect(() => {
    if (wasDialog === isDialog) return;
    moveDraft({ ...turn, inModal: wasDialog }, { ...turn, inModal: isDialog });
    setWasDialog(isDialog);
  }, [turn, wasDialog, isDialog]);
  return turn && wasDialog === isDialog && <PlacedForm inputs={{ ...inputs, ...turn }} isDialog={isDialog} />;
}

/** Names what a page's styles may reach in a shadow tree (docs/embed.md, "Its looks"); React knows of no such attribute, and leaves it. */
function nameParts(container: HTMLElement, shadow: ShadowRoot | undefined): () => void {
  if (shadow === undefined) return () => {};
  const watch = new MutationObserver(() => {
    for (const part of ['section', 'dialog', 'launch'])
      for (const element of container.querySelectorAll(`.sw-${part}`)) element.setAttribute('part', part);
  });
  watch.observe(container, { childList: true, subtree: true });
  return () => watch.disconnect();
}

/** Once more than `window` hears (docs/contract.md, "Conversion"): a page may have several forms. */
function tell(host: HTMLElement, receipt: Receipt): void {
  const { enquiryType } = receipt;
  host.dispatchEvent(
    new CustomEvent('conversion', { detail: { enquiryType }, bubbles: true, composed: true }),
  );
  host.dispatchEvent(new CustomEvent('sent', { detail: receipt, bubbles: true, composed: true }));
}
