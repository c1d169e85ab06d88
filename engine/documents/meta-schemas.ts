import enquiryTypes from '#schemas/meta/enquiry-types.schema.json' with { type: 'json' };
import fields from '#schemas/meta/fields.schema.json' with { type: 'json' };
import form from '#schemas/meta/form.schema.json' with { type: 'json' };
import lists from '#schemas/meta/lists.schema.json' with { type: 'json' };
import rules from '#schemas/meta/rules.schema.json' with { type: 'json' };
import scenarios from '#schemas/meta/scenarios.schema.json' with { type: 'json' };
import settings from '#schemas/meta/settings.schema.json' with { type: 'json' };
import texts from '#schemas/meta/texts.schema.json' with { type: 'json' };
import ui from '#schemas/meta/ui.schema.json' with { type: 'json' };
import type { Documents } from '../model/types.ts';

/** The meta schemas of this release, by the paths that they have in a folder of documents. */
export const metaSchemas: Documents = {
  'meta/enquiry-types.schema.json': enquiryTypes,
  'meta/fields.schema.json': fields,
  'meta/form.schema.json': form,
  'meta/lists.schema.json': lists,
  'meta/rules.schema.json': rules,
  'meta/scenarios.schema.json': scenarios,
  'meta/settings.schema.json': settings,
  'meta/texts.schema.json': texts,
  'meta/ui.schema.json': ui,
};
