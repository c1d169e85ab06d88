/** The demonstration's own copy: what no form and no page of its content says. */
export const words = {
  note: 'Trevarrow is a yard that does not exist. Its people, boats, offices and addresses are made up to show the form at work.',
  noForm: 'This page takes no enquiries at the moment.',
  index: {
    eyebrow: 'Slipway, a form that is data',
    title: 'One form, every page of a yard',
    lead: 'Four sites embed the same enquiry form: inline, in a dialog and on landing pages, at home and abroad. Every link shows one way in which it adapts.',
  },
  privacy: {
    title: 'Privacy policy',
    sections: [
      {
        heading: 'What we ask for',
        text: 'Your name, a way to answer you, and what you tell us about your boat or your plans. Only fields marked * are needed. Photos are asked for where they help, and are never needed.',
      },
      {
        heading: 'What happens to it',
        text: 'Your enquiry is stored and mailed to the one office that you chose, or to the office of the site where none was chosen. Nobody else receives it. It is not used for advertising.',
      },
      {
        heading: 'Photos',
        text: 'Photos are stored without the place and the time at which they were taken. Photos that no enquiry names are removed after a day.',
      },
      {
        heading: 'In your browser',
        text: 'What you type is kept in the tab until you send it, so that a reload loses nothing, and is gone once the enquiry was sent. We set no cookies.',
      },
      {
        heading: 'Your rights',
        text: 'Ask the office that you wrote to for a copy of your enquiry, for its correction or its removal, and quote the reference that you were shown.',
      },
    ],
  },
} as const;
