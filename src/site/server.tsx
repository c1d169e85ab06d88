import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import * as piping from '#engine/piping.ts';
import * as blocksLayout from '#widgets/blocks/blocks-layout.tsx';
import { provideBlocks } from '#widgets/blocks/load-blocks.ts';
import * as lateWidgets from '#widgets/late/late-widgets.ts';
import { provideLateWidgets } from '#widgets/late/load-late-widgets.ts';
import { provideNestedFields } from '#widgets/nested/load-nested-fields.ts';
import * as nestedFields from '#widgets/nested/nested-fields.ts';
import * as modal from '../contact/contact-form-modal.tsx';
import type { Validators } from '../contact/index.ts';
import { provideModal } from '../contact/load-modal.tsx';
import { providePiping } from '../contact/piping/load-piping.ts';
import { provideResume } from '../contact/resume/load-resume.ts';
import * as resumePanel from '../contact/resume/resume-panel.tsx';
import { provideSocialLinks } from '../contact/section/load-social-links.ts';
import * as socialLinks from '../contact/section/social-links.tsx';
import { provideSteps } from '../contact/steps/load-steps.ts';
import * as steppedForm from '../contact/steps/stepped-form.tsx';
import { FormPage } from './form-page.tsx';

export { partText } from './part.ts';

import { IndexPage } from './index-page.tsx';
import { MessagePage, PrivacyPage } from './plain-pages.tsx';
import type { IndexView, MessageView, PageView, PlainView } from './views.ts';

provideNestedFields(nestedFields);
provideBlocks(blocksLayout);
provideModal(modal);
provideResume(resumePanel);
providePiping(piping);
provideSocialLinks(socialLinks);
provideSteps(steppedForm);
provideLateWidgets(lateWidgets);

/** The HTML document of a page that embeds the form; one that answers a post is drawn with the validators of its types, by key. */
export function drawFormPage(view: PageView, loaded?: Validators['loaded']): string {
  return drawn(<FormPage view={view} loaded={loaded} />);
}

/** The HTML document of the page that leads to all others. */
export function drawIndexPage(view: IndexView): string {
  return drawn(<IndexPage view={view} />);
}

/** The HTML document of a page that says one thing. */
export function drawMessagePage(view: MessageView): string {
  return drawn(<MessagePage view={view} />);
}

/** The HTML document of the privacy policy. */
export function drawPrivacyPage(view: PlainView): string {
  return drawn(<PrivacyPage view={view} />);
}

function drawn(page: ReactElement): string {
  return `<!doctype html>${renderToString(page).replace(imagePreloads, '')}`;
}

/** What React writes of pictures before the style sheets, which the first paint waits for: a browser finds the pictures by itself. */
const imagePreloads = /(?:<link rel="preload" as="image"[^>]*>)+/;
