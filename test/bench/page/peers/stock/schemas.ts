import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import fields from '../../../../../schemas/fields.json' with { type: 'json' };
import careers from '../../../../../schemas/forms/careers/schema.json' with { type: 'json' };
import event from '../../../../../schemas/forms/event/schema.json' with { type: 'json' };
import general from '../../../../../schemas/forms/general/schema.json' with { type: 'json' };
import sales from '../../../../../schemas/forms/sales/schema.json' with { type: 'json' };
import service from '../../../../../schemas/forms/service/schema.json' with { type: 'json' };
import valuation from '../../../../../schemas/forms/valuation/schema.json' with { type: 'json' };
import type { PageData } from '../page-data.ts';

const serviceOfType: Readonly<Record<number, string>> = { 3: 'general', 6: 'sales', 7: 'service' };

const schemas: Readonly<Record<number, object>> = {
  3: general,
  5: careers,
  6: sales,
  7: service,
  8: valuation,
  9: event,
};

/** Returns the schema of a type as RJSF's documentation suggests: it contains the lists of choices. */
export function createStockSchema(type: number, { enquiryTypes, offices, models }: PageData): RJSFSchema {
  const { properties, required } = JSON.parse(
    JSON.stringify(schemas[type]).replaceAll('../../fields.json#', '#'),
  ) as { properties: Record<string, RJSFSchema>; required: string[] };
  const { office_location: _office, interested_in: interest, ...rest } = properties;
  const wanted = serviceOfType[type];
  const offered = offices.filter(({ services }) => wanted !== undefined && services.includes(wanted));
  const { upload, ...others } = fields.$defs;
  return {
    $defs: { ...others, upload: { ...upload, items: { type: 'string', format: 'data-url' } } } as NonNullable<
      RJSFSchema['$defs']
    >,
    type: 'object',
    required: [...required, 'enquiry_type', ...(wanted ? ['office_location'] : [])],
    properties: {
      enquiry_type: {
        type: 'integer',
        title: 'What is it about?',
        oneOf: enquiryTypes.map(({ id, label }) => ({ const: id, title: label })),
      },
      ...(wanted && {
        office_location: {
          type: 'integer',
          title: 'Office',
          oneOf: offered.map(({ id, label }) => ({ const: id, title: label })),
        },
      }),
      ...(interest && {
        interested_in: type === 6 ? { type: 'string', title: 'Yacht model', enum: [...models] } : interest,
      }),
      ...rest,
    },
  };
}

export const uiSchema: UiSchema = {
  office_location: { 'ui:placeholder': 'Choose an office' },
  name: { 'ui:autocomplete': 'name' },
  email: { 'ui:widget': 'email', 'ui:autocomplete': 'email' },
  phone: { 'ui:autocomplete': 'tel', 'ui:options': { inputType: 'tel' } },
  message: { 'ui:widget': 'textarea' },
  additional_information: { 'ui:widget': 'textarea' },
  'ui:submitButtonOptions': { submitText: 'Send message' },
};
