/** Schemas that were not written for Slipway. We render everything that RJSF renders. */
export const foreignSchemas: Readonly<Record<string, Record<string, unknown>>> = {
  'nested objects': {
    properties: {
      boat: {
        type: 'object',
        title: 'Boat',
        required: ['make'],
        properties: {
          make: { type: 'string', title: 'Make', minLength: 2 },
          engine: {
            type: 'object',
            title: 'Engine',
            properties: { power: { type: 'number', title: 'Power', minimum: 1 } },
          },
        },
      },
    },
  },
  'lists of objects': {
    properties: {
      guests: {
        type: 'array',
        title: 'Guests',
        maxItems: 3,
        items: {
          type: 'object',
          title: 'Guest',
          required: ['first'],
          properties: {
            first: { type: 'string', title: 'First name' },
            age: { type: 'integer', title: 'Age', maximum: 120 },
          },
        },
      },
    },
  },
  'lists of texts and of choices': {
    properties: {
      ports: { type: 'array', title: 'Ports', items: { type: 'string', title: 'Port' } },
      days: {
        type: 'array',
        title: 'Days',
        uniqueItems: true,
        items: { type: 'string', enum: ['friday', 'saturday', 'sunday'] },
      },
    },
  },
  'a tuple': {
    properties: {
      position: {
        type: 'array',
        title: 'Position',
        prefixItems: [
          { type: 'number', title: 'Latitude', minimum: -90, maximum: 90 },
          { type: 'number', title: 'Longitude' },
        ],
        items: false,
      },
    },
  },
  'oneOf with a constant that tells': {
    properties: {
      craft: {
        title: 'Craft',
        type: 'object',
        oneOf: [
          {
            title: 'Sailing yacht',
            required: ['kind', 'mast'],
            properties: { kind: { const: 'sail' }, mast: { type: 'number', title: 'Mast height' } },
          },
          {
            title: 'Motor yacht',
            required: ['kind', 'engines'],
            properties: { kind: { const: 'motor' }, engines: { type: 'integer', title: 'Engines' } },
          },
        ],
      },
    },
  },
  'anyOf of types': {
    properties: {
      reach: {
        title: 'How to reach you',
        anyOf: [
          { type: 'string', title: 'A sentence' },
          {
            type: 'object',
            title: 'Day and time',
            properties: { day: { type: 'string', format: 'date', title: 'Day' } },
          },
        ],
      },
    },
  },
  'if, then and else inside': {
    properties: {
      tax: {
        type: 'object',
        title: 'Tax',
        properties: { paid: { type: 'string', title: 'Paid', enum: ['yes', 'no'] } },
        if: { properties: { paid: { const: 'yes' } }, required: ['paid'] },
        then: { properties: { where: { type: 'string', title: 'Where' } }, required: ['where'] },
        else: { properties: { why: { type: 'string', title: 'Why not' } } },
      },
    },
  },
  'references and definitions': {
    $defs: {
      port: { type: 'string', title: 'Port', minLength: 2 },
      leg: {
        type: 'object',
        properties: {
          from: { $ref: '#/$defs/port', title: 'From' },
          to: { $ref: '#/$defs/port', title: 'To' },
        },
        required: ['from'],
      },
    },
    properties: {
      outward: { $ref: '#/$defs/leg', title: 'Outward' },
      home: { $ref: '#/$defs/leg', title: 'Home' },
    },
  },
  'every format that has a control': {
    properties: {
      when: {
        type: 'object',
        title: 'When',
        properties: {
          day: { type: 'string', format: 'date', title: 'Day' },
          moment: { type: 'string', format: 'date-time', title: 'Moment' },
          hour: { type: 'string', format: 'time', title: 'Hour' },
          mail: { type: 'string', format: 'email', title: 'Mail' },
          page: { type: 'string', format: 'uri', title: 'Page' },
          host: { type: 'string', format: 'hostname', title: 'Host' },
        },
      },
    },
  },
  'enum, const and titled options': {
    properties: {
      hull: {
        type: 'object',
        title: 'Hull',
        properties: {
          version: { const: 2 },
          colour: { type: 'string', title: 'Colour', enum: ['white', 'blue'] },
          cabins: { type: 'integer', title: 'Cabins', enum: [1, 2, 3] },
          rig: {
            type: 'string',
            title: 'Rig',
            oneOf: [
              { const: 's', title: 'Sloop' },
              { const: 'k', title: 'Ketch' },
            ],
          },
          insured: { type: 'boolean', title: 'Insured' },
        },
      },
    },
  },
  'patternProperties and further properties': {
    properties: {
      gear: {
        type: 'object',
        title: 'Gear',
        properties: { anchor: { type: 'string', title: 'Anchor' } },
        patternProperties: { '^x-': { type: 'integer' } },
        additionalProperties: { type: 'string' },
      },
    },
  },
  'allOf and dependencies': {
    properties: {
      berth: {
        type: 'object',
        title: 'Berth',
        properties: { length: { type: 'number', title: 'Length' } },
        allOf: [{ properties: { width: { type: 'number', title: 'Width' } } }, { required: ['length'] }],
        dependentRequired: { width: ['length'] },
        dependentSchemas: {
          length: { properties: { draught: { type: 'number', title: 'Draught' } } },
        },
      },
    },
  },
  'anything at all': {
    properties: {
      whatever: { title: 'Whatever' },
      sometimes: { type: ['string', 'null'], title: 'Sometimes' },
    },
  },
  'draft 07': {
    $schema: 'http://json-schema.org/draft-07/schema#',
    definitions: { size: { type: 'number', exclusiveMinimum: 0 } },
    properties: {
      sails: {
        type: 'object',
        title: 'Sails',
        properties: { main: { $ref: '#/definitions/size' }, jib: { $ref: '#/definitions/size' } },
        dependencies: { jib: ['main'] },
      },
      pair: {
        type: 'array',
        title: 'Pair',
        items: [
          { type: 'string', title: 'One' },
          { type: 'string', title: 'Other' },
        ],
        additionalItems: { type: 'string', title: 'More' },
      },
    },
  },
};
