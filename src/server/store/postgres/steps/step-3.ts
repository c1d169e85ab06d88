/**
 * The name of an enquiry's campaign (`getCampaignName`). A release that does not know it stores no campaign.
 */
export const migration3 = `
ALTER TABLE enquiries ADD COLUMN campaign text COLLATE "C";
CREATE INDEX enquiries_by_campaign ON enquiries (campaign, sequence) WHERE campaign IS NOT NULL;
`;
