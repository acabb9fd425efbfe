-- A settlement that is sent again offers no more for its gas than what it keeps pays for.
ALTER TABLE "settlement_transactions" ADD COLUMN "max_fee" DECIMAL(78,0);
