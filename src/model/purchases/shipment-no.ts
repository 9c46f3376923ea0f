type Numbered = readonly { readonly no: number }[];

/** What has left keeps its number, which papers and mails have said, also when another shipment is taken back. */
export const nextNo = (shipments: Numbered): number => (shipments.at(-1)?.no ?? 0) + 1;

/** How many there are where all have left; null where "4 of 3" would be said because one before was taken back. */
export const partsOf = (shipments: Numbered): number | null =>
  shipments.at(-1)?.no === shipments.length ? shipments.length : null;
