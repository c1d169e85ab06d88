import type { ReactNode } from 'react';
import { addStoredPhotos } from '../contact/form/stored-photos.tsx';
import { StoredPhotosContext } from '../contact/form/stored-photos-context.ts';
import { Copy, getAnswerTitle, type Validators } from '../contact/index.ts';
import { getOpeningTitle } from '../contact/steps/step-texts.ts';
import { dataId, formId, type PageData, toInlineData, toScriptJson } from './data.ts';
import { Document } from './document.tsx';
import { getPageSectionProps, PageForm } from './form.tsx';
import { Frame, Phone } from './frame.tsx';
import { PreviewBanner } from './preview-banner.tsx';
import { getSiteMessages } from './site-messages.ts';
import type { AssetsView, OfflineView, PageView } from './views.ts';
import { getPageVersion } from './worker/page-version.ts';
import { filesId, offlineId } from './worker/protocol.ts';

/**
 * The data of everything around a page's form. It is the same for all visitors and all content of the form.
 */
export interface PageShellView extends Omit<PageView, 'form' | 'plan' | 'ticket' | 'key' | 'offline'> {
  readonly form: Pick<PageView['form'], 'placement' | 'isOpened' | 'isShown'>;
}

interface PageShellProps {
  readonly view: PageShellView;
  /** The form. */
  readonly children: ReactNode;
}

/**
 * Renders the document of a page around a form (`children`). A framed page has no header, footer and texts.
 */
export function SiteFormPage({ view, children }: PageShellProps): ReactNode {
  const { head, frame, form } = view;
  const isLanding = form.placement === 'landing';
  if (view.isFramed)
    return (
      <Document head={head}>
        <main>{children}</main>
      </Document>
    );
  return (
    <Document head={head}>
      {view.notice && <PreviewBanner notice={view.notice} />}
      <Frame view={frame} isLanding={isLanding}>
        {isLanding ? <Landing view={view}>{children}</Landing> : <Article view={view}>{children}</Article>}
      </Frame>
    </Document>
  );
}

/**
 * Returns the title of a page. It starts with the step or with the result of a post, so that screen readers
 * announce that first. Without a step and a result it is `head.title`.
 */
export function getPageTitle(view: PageView): string {
  const { head, form, key, plan } = view;
  const { section, answer } = form;
  const atStep = getOpeningTitle(getPageSectionProps(view, unavailableValidators, plan), head.title);
  if (atStep !== undefined) return atStep;
  const title = answer && getAnswerTitle({ ...section, post: { key, answer } });
  return title === undefined ? head.title : `${title} | ${head.title}`;
}

/** Renders the main part of a landing page: the picture, and a card with title, texts and form. */
function Landing({ view, children }: PageShellProps): ReactNode {
  return (
    <>
      <HeroArt hero={view.hero} />
      <div className="site-landing-card">
        <h1 className="site-title">{view.title}</h1>
        {view.lead && <p className="site-lead">{view.lead}</p>}
        {view.body && <Copy text={view.body} className="site-copy" />}
        {children}
      </div>
    </>
  );
}

/**
 * Renders the main part of any other page: picture, title, form, and beside the form the page's text and the
 * contact data of the brand. The part beside the form is left out if there is neither a text nor a telephone
 * number.
 */
function Article({ view, children }: PageShellProps): ReactNode {
  const { title, lead, body, hero, frame, form } = view;
  const hasAside = body !== undefined || frame.brand.phone !== undefined;
  return (
    <>
      {hero && (
        <div className="site-hero">
          <HeroArt hero={hero} />
        </div>
      )}
      <div className={lead ? 'site-intro site-intro--wide' : 'site-intro'}>
        <h1 className="site-title">{title}</h1>
        {lead && <p className="site-lead">{lead}</p>}
      </div>
      <div className={hasAside ? 'site-layout' : 'site-layout site-layout--alone'}>
        {form.placement === 'modal' && !form.isOpened ? (
          <ModalColumn view={view}>{children}</ModalColumn>
        ) : (
          children
        )}
        {hasAside && <Aside view={view} />}
      </div>
    </>
  );
}

/** Renders the page's text, and after it the button that opens the form in a dialog. */
function ModalColumn({ view, children }: PageShellProps): ReactNode {
  return (
    <div>
      {view.body && <Copy text={view.body} className="site-copy site-copy--large" />}
      <div className="site-launch">{children}</div>
    </div>
  );
}

/**
 * Renders the page's text and the contact data of the brand. A page whose form opens in a dialog has the text
 * in its main column.
 */
function Aside({ view: { body, frame, form } }: { readonly view: PageShellView }): ReactNode {
  const { name, address, phone } = frame.brand;
  return (
    <aside className="site-aside">
      {body && (form.placement !== 'modal' || form.isOpened) && <Copy text={body} className="site-copy" />}
      <p className="site-contact">
        {name && <span className="site-contact-name">{name}</span>}
        {address && <span>{address}</span>}
        {phone && <Phone number={phone} />}
      </p>
    </aside>
  );
}

/** Renders the picture of a page; nothing if it has none. */
function HeroArt({ hero }: { readonly hero: PageShellView['hero'] }): ReactNode {
  return hero ? <img className="site-hero-art" src={hero.image} alt={hero.alt ?? ''} /> : null;
}

interface MountedFormProps {
  readonly view: PageView;
  /** The validators while the page is rendered, for a page that no script hydrates. */
  readonly loaded?: Validators['loaded'] | undefined;
}

/**
 * Renders the form and the data for its script; a message instead of both if rules hide the section. Without
 * the URL of the shared data, the page has no data for a script.
 */
export function MountedForm({
  view: { head, form, plan, ticket, key, offline },
  loaded,
}: MountedFormProps): ReactNode {
  if (!form.isShown)
    return <p className="site-empty">{form.closedText ?? getSiteMessages(head.lang).noForm}</p>;
  const data: PageData = { form, ticket, key };
  const { script, preloads, part, worker } = head.assets;
  const modules =
    script && part ? { part, modules: [script, ...preloads], ...(worker && { worker }) } : undefined;
  const mounted = (
    <>
      {/* React adds click listeners to this element. Without a role, Firefox would have screen readers call its content clickable. */}
      <div id={formId} role="none">
        <StoredPhotosContext value={addStoredPhotos}>
          <PageForm
            data={data}
            validators={{ ...unavailableValidators, ...(loaded && { loaded }) }}
            plan={plan}
          />
        </StoredPhotosContext>
      </div>
      {modules && (
        <script
          type="application/json"
          id={dataId}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without any "<".
          dangerouslySetInnerHTML={{ __html: toScriptJson(toInlineData(data, modules)) }}
        />
      )}
    </>
  );
  if (!offline || !modules) return mounted;
  return (
    <div className="site-with-offline-line">
      <p id={offlineId} className="site-offline" role="status">
        {offline.text}
      </p>
      {mounted}
      <script
        type="application/json"
        id={filesId}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without any "<".
        dangerouslySetInnerHTML={{
          __html: toScriptJson({
            files: listOfflineFiles(head.assets, offline),
            version: getPageVersion(modules),
            key,
          }),
        }}
      />
    </div>
  );
}

/** Returns the URLs of all files that a page needs without a network, each once. */
function listOfflineFiles(assets: AssetsView, offline: OfflineView): readonly string[] {
  const { styles, preloads, boot, script, visit, part, worker, offline: offlineScript } = assets;
  const scripts = [boot, script, visit, part, worker, offlineScript].filter((file) => file !== undefined);
  return [...new Set([...styles, ...scripts, ...preloads, ...offline.files])];
}

/** Validators for rendering on the server: loading them fails. */
const unavailableValidators: Validators = {
  load: () =>
    Promise.reject(new Error('Cannot load validators while a page is drawn: that is for the browser')),
};
