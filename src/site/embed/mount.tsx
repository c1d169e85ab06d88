import { type ComponentProps, type ReactNode, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  type ContactFormSectionProps,
  createValidatorSource,
  getPlacedSectionProps,
  loadOpeningModules,
  moveDraft,
  type Receipt,
  useUniqueSectionName,
} from '../../contact/index.ts';
import { loadPrefill } from '../../contact/prefill/load-prefill.ts';
import { PlacedSection } from '../form.tsx';
import type { EmbedData } from './embed-data.ts';
import { loadStyles } from './load-styles.ts';

/** The place where a form is rendered. */
export interface EmbedTarget {
  /** The element on which events are dispatched. */
  readonly host: HTMLElement;
  /**
   * The element's shadow tree, in which an isolated form is rendered; absent: the form is in the page, in the
   * element's slot.
   */
  readonly root?: ShadowRoot | undefined;
}

export interface EmbeddedFormHandle {
  /**
   * Renders the form with another answer of the server; typed values are preserved. Does nothing if another
   * call has followed before its modules are loaded. Rejects if they cannot be loaded.
   */
  readonly update: (note: EmbedData) => Promise<void>;
  /** Removes the form from the page. */
  readonly unmount: () => void;
}

/**
 * Renders a form in an element of any page. Resolves when the form can be filled in. Rejects, and does not
 * show the form, if its modules cannot be loaded.
 */
export async function mount(
  data: EmbedData,
  { host, root: shadow }: EmbedTarget,
): Promise<EmbeddedFormHandle> {
  const container = document.createElement('div');
  // The host's rules for bare elements have no effect in here (`src/package/react/theme.css`).
  container.className = 'sw-host';
  container.slot = 'form';
  const react = createRoot(container, {
    onUncaughtError: (error) => console.error('<enquiry-form>: the form cannot be drawn:', error),
  });
  const surroundingShadow = shadow ?? findSurroundingShadow(host);
  const name = getPositionName(host);
  const stopStyles = await loadStyles(data.assets.styles, surroundingShadow);
  let latest = data;

  /** Does the work of `EmbeddedFormHandle.update`. */
  async function update(next: EmbedData): Promise<void> {
    latest = next;
    const { form, locale, dir, theme, ticket, assets } = next;
    const placed = getPlacedSectionProps(form, createValidatorSource(form.validators));
    const inputs: ContactFormSectionProps = {
      ...placed,
      ...(await loadPrefill(placed, host.getAttribute('prefill') ?? location.search)),
      ticket,
      onSuccess: (receipt) => dispatchSent(host, receipt),
    };
    const isDialog = form.placement === 'modal';
    await Promise.all([loadOpeningModules(inputs, isDialog), loadStyles(assets.styles, surroundingShadow)]);
    if (latest !== next) return;
    Object.assign(container, { lang: locale, dir });
    if (theme) container.dataset.theme = theme;
    react.render(<EmbeddedForm name={name} inputs={inputs} isDialog={isDialog} />);
  }

  const stopExposing = exposeParts(container, shadow);
  await update(data);
  (shadow ?? host).append(container);
  return {
    update,
    unmount() {
      react.unmount();
      container.remove();
      stopStyles();
      stopExposing();
    },
  };
}

/** Returns the shadow tree that contains the element; undefined if the element is in the page itself. */
function findSurroundingShadow(host: HTMLElement): ShadowRoot | undefined {
  const root = host.getRootNode();
  return root instanceof ShadowRoot ? root : undefined;
}

/**
 * Returns the name of the element's form by its position among the page's elements: none for the first, `2` for the
 * next. Their data may come in any order, but each has its own draft again after a reload.
 */
function getPositionName(host: HTMLElement): string | undefined {
  const root = host.getRootNode();
  const all =
    root instanceof Document || root instanceof ShadowRoot ? root.querySelectorAll(host.localName) : [];
  const index = [...all].indexOf(host);
  return index > 0 ? `${index + 1}` : undefined;
}

/**
 * Renders a form with a unique name among all forms of the page; nothing until that name is known. If
 * `isDialog` changes, moves the visitor's draft to the other placement.
 */
function EmbeddedForm({
  name,
  inputs,
  isDialog,
}: ComponentProps<typeof PlacedSection> & { readonly name: string | undefined }): ReactNode {
  const uniqueName = useUniqueSectionName(name);
  const [wasDialog, setWasDialog] = useState(isDialog);
  // When the placement changes, nothing is rendered for a moment: the old form writes its draft, and then the
  // new one reads it.
  useLayoutEffect(() => {
    if (wasDialog === isDialog) return;
    moveDraft({ ...uniqueName, inModal: wasDialog }, { ...uniqueName, inModal: isDialog });
    setWasDialog(isDialog);
  }, [uniqueName, wasDialog, isDialog]);
  return (
    uniqueName &&
    wasDialog === isDialog && <PlacedSection inputs={{ ...inputs, ...uniqueName }} isDialog={isDialog} />
  );
}

/**
 * Sets `part` attributes for the page's styles in a shadow tree (docs/embed.md, "Its looks"), after each
 * change of the container's content until the returned function is called. Does nothing without a shadow
 * tree. React does not know this attribute and does not remove it.
 */
function exposeParts(container: HTMLElement, shadow: ShadowRoot | undefined): () => void {
  if (shadow === undefined) return () => {};
  const observer = new MutationObserver(() => {
    for (const part of ['section', 'dialog', 'launch'])
      for (const element of container.querySelectorAll(`.sw-${part}`)) element.setAttribute('part', part);
  });
  observer.observe(container, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * Dispatches `conversion` and `sent` on the element. `window` receives the conversion as well
 * (docs/contract.md, "Conversion"), but a page may have several forms.
 */
function dispatchSent(host: HTMLElement, receipt: Receipt): void {
  const { enquiryType } = receipt;
  host.dispatchEvent(
    new CustomEvent('conversion', { detail: { enquiryType }, bubbles: true, composed: true }),
  );
  host.dispatchEvent(new CustomEvent('sent', { detail: receipt, bubbles: true, composed: true }));
}
