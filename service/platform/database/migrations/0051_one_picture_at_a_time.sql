-- One picture of a verification is cleaned at a time, in whichever process.
alter table kyc_verifications add column cleaning_token text;
alter table kyc_verifications add column cleaning_until timestamptz;
