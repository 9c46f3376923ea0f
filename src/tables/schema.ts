// The only barrel: Drizzle wants all tables in one object.
export * from './catalogue.ts';
export * from './identity.ts';
export * from './images.ts';
export * from './inventory.ts';
export * from './kernel.ts';
export * from './orders.ts';
export * from './payments.ts';
export * from './people.ts';
export * from './reviews.ts';
