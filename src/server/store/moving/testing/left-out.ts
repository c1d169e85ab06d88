/** The tables and columns of either database that are not moved, with the reasons. */
export const leftOut: Readonly<Record<'sqlite' | 'postgres', Readonly<Record<string, string>>>> = {
  sqlite: {
    'enquiries.further_words': 'made of the content',
    enquiry_words: 'the index of words is made anew',
    enquiry_words_until: 'says how far that index goes',
  },
  postgres: {
    'enquiries.type': 'stands in the content',
    'enquiries.site': 'stands in the content',
    'enquiries.sent_to': 'stands in the content',
    'enquiries.campaign': 'stands in the content',
    'enquiries.words': 'made of the content',
    'mails.sender': 'of a server that lives',
    'receipts.sender': 'of a server that lives',
    'replies.sender': 'of a server that lives',
    'deliveries.sender': 'of a server that lives',
    'photos.maker': 'of a server that lives',
    senders: 'of servers that live',
    instances: 'of servers that live',
    jobs: 'when servers last did what one does for all',
    presences: 'who is in the studio of servers that live',
    limit_counts: 'what of limits is used up, which ends by itself',
    erasures: 'says what is to be tidied of this database’s own pages',
    probes: 'shows that the disk takes a commit',
    shared_files: 'of what servers have built, which they share again',
    slipway_steps: 'says of the database itself which steps it has taken',
  },
};
