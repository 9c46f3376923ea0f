-- The money of an ended order may turn out not to have gone back. It then waits for people again, and must be able to,
-- although its customer has the offer with another order since. An order that waits so never becomes one to pay.
drop index one_offer_per_person;
create unique index one_offer_per_person on orders (person_id)
  where discount_cents > 0 and state in ('unpaid', 'cancelling', 'expiring', 'paid', 'shipped');
