-- compatible-from: 0100
-- Each payment by card looks for a decline that stops its card (payments/methods/card/stopped-cards.ts). Without this
-- index it read every payment of the last 30 days with the card, and declines of that sort are rare.
create index payments_stopping on payments (operator_id, instrument_index, created_at)
  where detail @> '{"stopsCard": true}';
